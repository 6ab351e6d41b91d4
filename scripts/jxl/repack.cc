// Repacks a JPEG as JPEG XL: the same coefficients, without the data that restores the bytes of the JPEG.

#include <jxl/encode.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

// Memory of C++ objects. Allocation fails by returning null, which ends the instance.
void* operator new(size_t size) { return malloc(size); }
void* operator new[](size_t size) { return malloc(size); }
void* operator new(size_t size, const std::nothrow_t&) noexcept { return malloc(size); }
void operator delete(void* at) noexcept { free(at); }
void operator delete[](void* at) noexcept { free(at); }

namespace {

// Bytes of the first buffer for the result, which doubles until the result fits.
constexpr size_t kFirstBytes = 1 << 16;

bool Add(JxlEncoder* encoder, const uint8_t* jpeg, size_t size, int effort) {
  JxlEncoderFrameSettings* settings = JxlEncoderFrameSettingsCreate(encoder, nullptr);
  const struct { JxlEncoderFrameSettingId id; int value; } options[] = {
      {JXL_ENC_FRAME_SETTING_EFFORT, effort},
      {JXL_ENC_FRAME_SETTING_JPEG_KEEP_EXIF, 0},
      {JXL_ENC_FRAME_SETTING_JPEG_KEEP_XMP, 0},
      {JXL_ENC_FRAME_SETTING_JPEG_KEEP_JUMBF, 0},
  };
  for (const auto& option : options)
    if (JxlEncoderFrameSettingsSetOption(settings, option.id, option.value) != JXL_ENC_SUCCESS) return false;
  if (JxlEncoderAddJPEGFrame(settings, jpeg, size) != JXL_ENC_SUCCESS) return false;
  JxlEncoderCloseInput(encoder);
  return true;
}

}  // namespace

extern "C" {

// Returns the address of the size in 32 bits, followed by the JPEG XL file, or 0 if the JPEG cannot be repacked.
__attribute__((export_name("repack"))) uint8_t* repack(const uint8_t* jpeg, size_t size, int effort) {
  JxlEncoder* encoder = JxlEncoderCreate(nullptr);
  if (!encoder || JxlEncoderStoreJPEGMetadata(encoder, JXL_FALSE) != JXL_ENC_SUCCESS) return nullptr;
  if (!Add(encoder, jpeg, size, effort)) return nullptr;
  size_t capacity = kFirstBytes;
  size_t used = sizeof(uint32_t);
  auto* result = static_cast<uint8_t*>(malloc(capacity));
  for (;;) {
    uint8_t* next = result + used;
    size_t left = capacity - used;
    const JxlEncoderStatus status = JxlEncoderProcessOutput(encoder, &next, &left);
    used = next - result;
    if (status == JXL_ENC_SUCCESS) break;
    if (status != JXL_ENC_NEED_MORE_OUTPUT) return nullptr;
    capacity *= 2;
    result = static_cast<uint8_t*>(realloc(result, capacity));
  }
  *reinterpret_cast<uint32_t*>(result) = static_cast<uint32_t>(used - sizeof(uint32_t));
  return result;
}

}

#ifndef CTELEMETRY_CRYPTO_SHIM_H
#define CTELEMETRY_CRYPTO_SHIM_H

#include <openssl/evp.h>
#include <openssl/hmac.h>

#endif

#ifndef CTELEMETRY_CURL_SHIM_H
#define CTELEMETRY_CURL_SHIM_H

#include <curl/curl.h>

#endif

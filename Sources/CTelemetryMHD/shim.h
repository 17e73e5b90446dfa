#ifndef CTELEMETRY_MHD_SHIM_H
#define CTELEMETRY_MHD_SHIM_H

#include <microhttpd.h>

#endif

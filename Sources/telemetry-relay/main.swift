print("telemetry-relay")

package dev.tenon.model;

import dev.tenon.json.Json;
import org.jspecify.annotations.Nullable;

/**
 * A log message (server utilities, logging).
 *
 * @param level the severity
 * @param logger the name of the logger, or null
 * @param data the message: a string or any other JSON value
 * @param meta {@code _meta}
 */
public record LogParams(LogLevel level, @Nullable String logger, Json data, Meta meta) implements Params {}

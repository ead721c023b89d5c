package dev.tenon.model;

import dev.tenon.json.Json;
import org.jspecify.annotations.Nullable;

/**
 * A log message (server utilities, logging).
 *
 * @param level how severe
 * @param logger who writes, or null
 * @param data what: a text or any other JSON value
 * @param meta {@code _meta}
 */
public record LogParams(LogLevel level, @Nullable String logger, Json data, Meta meta) implements Params {}

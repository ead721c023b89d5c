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
public record LogParams(LogLevel level, @Nullable String logger, Json data, Meta meta) implements Params {
    /** A text, without the name of a logger. */
    public static LogParams of(LogLevel level, String text) {
        return new LogParams(level, null, Json.of(text), Meta.EMPTY);
    }

    /** With the name of a logger. */
    public LogParams withLogger(@Nullable String changed) {
        return new LogParams(level, changed, data, meta);
    }

    @Override
    public LogParams withMeta(Meta changed) {
        return new LogParams(level, logger, data, changed);
    }
}

package dev.tenon.model;

/**
 * From which level on a client wants log messages (2025-11-25, logging).
 *
 * @param level the lowest level
 * @param meta {@code _meta}
 */
public record SetLevelParams(LogLevel level, Meta meta) implements Params {
    /** Without {@code _meta}. */
    public static SetLevelParams of(LogLevel level) {
        return new SetLevelParams(level, Meta.EMPTY);
    }
}

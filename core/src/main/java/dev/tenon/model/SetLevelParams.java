package dev.tenon.model;

/**
 * The lowest level of log messages that the client requests (2025-11-25, logging).
 *
 * @param level the lowest level
 * @param meta {@code _meta}
 */
public record SetLevelParams(LogLevel level, Meta meta) implements Params {
    /** Creates parameters without {@code _meta}. */
    public static SetLevelParams of(LogLevel level) {
        return new SetLevelParams(level, Meta.EMPTY);
    }
}

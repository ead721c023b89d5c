package dev.tenon.guard.policy;

/** The kind of a message, which determines what its {@linkplain PolicyMessage#body() body} contains. */
public enum MessageKind {
    /** The params of a request. */
    REQUEST,
    /** The params of a notification. */
    NOTIFICATION,
    /** The result of a request, which is sent in the opposite direction. */
    RESULT,
    /** The error object of a response: {@code code}, {@code message}, {@code data}. */
    ERROR
}

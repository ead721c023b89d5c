package dev.tenon.guard.policy;

/** Which part of an exchange a message is: what its {@linkplain PolicyMessage#body() body} holds. */
public enum MessageKind {
    /** The params of a request. */
    REQUEST,
    /** The params of a notification. */
    NOTIFICATION,
    /** The result of a request, which goes the other way than the request went. */
    RESULT,
    /** The error object of a response: {@code code}, {@code message}, {@code data}. */
    ERROR
}

package dev.tenon.server.http;

/** Takes the body of a request that was let in. Exactly one of its methods but {@code maxBytes} is called. */
public interface HttpBodyReceiver {
    /** The largest body in bytes; a container stops reading beyond and calls {@link #onTooLarge}. */
    int maxBytes();

    /** The whole body. The array belongs to the receiver. */
    void onBody(byte[] body);

    /** The body is larger than {@link #maxBytes}; what was read of it has been thrown away. */
    void onTooLarge();

    /** The container has no memory for the body now; what was read of it has been thrown away. */
    void onOutOfMemory();
}

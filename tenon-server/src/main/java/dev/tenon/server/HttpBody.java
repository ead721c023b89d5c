package dev.tenon.server;

/** Takes the body of a request that was let in. Exactly one of its methods but {@code maxBytes} is called. */
public interface HttpBody {
    /** The largest body in bytes; a container stops reading beyond and calls {@link #tooLarge}. */
    int maxBytes();

    /** The whole body. The array belongs to the receiver. */
    void received(byte[] body);

    /** The body is larger than {@link #maxBytes}; what was read of it has been thrown away. */
    void tooLarge();

    /** The container has no memory for the body now; what was read of it has been thrown away. */
    void noRoom();
}

package dev.tenon.server.http;

/** Receives the body of an authorized request. Exactly one of the methods except {@code maxBytes} is called, once. */
public interface HttpBodyReceiver {
    /**
     * Returns the maximum size of a body in bytes. The container stops reading when it is exceeded and calls
     * {@link #onTooLarge}.
     */
    int maxBytes();

    /** Called with the complete body. The receiver owns the array. */
    void onBody(byte[] body);

    /** Called if the body is larger than {@link #maxBytes}; the bytes that were read have been discarded. */
    void onTooLarge();

    /** Called if the container has no memory for the body now; the bytes that were read have been discarded. */
    void onOutOfMemory();
}

package dev.tenon.http;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Receives the response to a single request: either {@link #onHead} or {@link #onFailure} is called, once. It must not
 * block.
 */
public interface HttpResponseHandler {
    /**
     * Called when the head of the response has arrived.
     *
     * @return the listener for the body
     */
    BodyListener onHead(ResponseHead head, HttpCall call);

    /**
     * Called when there will be no response.
     *
     * @param cause a {@link java.net.ConnectException} when nothing was sent
     */
    void onFailure(IOException cause);

    /**
     * The head of a response.
     *
     * @param allHeaders supplies all headers by their names as received
     */
    record ResponseHead(int status, HeaderFields headers, Supplier<Map<String, List<String>>> allHeaders) {}

    /** Receives the body of a response in chunks and in order. It must not block. */
    interface BodyListener {
        /** Discards the body. */
        BodyListener DISCARD = new BodyListener() {
            @Override
            public void onData(byte[] chunk) {}

            @Override
            public void onEnd() {}

            @Override
            public void onFailure(IOException cause) {}
        };

        /** Called for each chunk. The array belongs to the listener. */
        void onData(byte[] chunk);

        /** Called when the body is complete. */
        void onEnd();

        /** Called when the body is incomplete because the connection failed. */
        void onFailure(IOException cause);
    }
}

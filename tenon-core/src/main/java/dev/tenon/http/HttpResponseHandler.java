package dev.tenon.http;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Takes the response to one request: either {@link #onHead} or {@link #onFailure} is called, once. It must not block.
 */
public interface HttpResponseHandler {
    /**
     * The head of the response has come.
     *
     * @return takes the body
     */
    BodyListener onHead(ResponseHead head, HttpCall call);

    /**
     * There is no response.
     *
     * @param why a {@link java.net.ConnectException} when nothing was sent
     */
    void onFailure(IOException why);

    /**
     * The head of a response.
     *
     * @param all every header, by names as they were sent
     */
    record ResponseHead(int status, HeaderFields headers, Supplier<Map<String, List<String>>> all) {}

    /** Takes the body of a response, piece by piece and in order. It must not block. */
    interface BodyListener {
        /** A body that nobody wants. */
        BodyListener DISCARD = new BodyListener() {
            @Override
            public void onData(byte[] piece) {}

            @Override
            public void onEnd() {}

            @Override
            public void onFailure(IOException why) {}
        };

        /** A piece has come. The array belongs to the receiver. */
        void onData(byte[] piece);

        /** The body is complete. */
        void onEnd();

        /** The body broke off. */
        void onFailure(IOException why);
    }
}

package dev.tenon.http;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Takes the response to one request: either {@link #head} or {@link #failed} is called, once. It must not block. */
public interface HttpResponseHandler {
    /**
     * The head of the response has come.
     *
     * @return takes the body
     */
    Body head(Head head, HttpCall call);

    /**
     * There is no response.
     *
     * @param why a {@link java.net.ConnectException} when nothing was sent
     */
    void failed(IOException why);

    /**
     * The head of a response.
     *
     * @param all every header, by names as they were sent
     */
    record Head(int status, Headers headers, Supplier<Map<String, List<String>>> all) {}

    /** Takes the body of a response, piece by piece and in order. It must not block. */
    interface Body {
        /** A body that nobody wants. */
        Body IGNORED = new Body() {
            @Override
            public void data(byte[] piece) {}

            @Override
            public void end() {}

            @Override
            public void failed(IOException why) {}
        };

        /** A piece has come. The array belongs to the receiver. */
        void data(byte[] piece);

        /** The body is complete. */
        void end();

        /** The body broke off. */
        void failed(IOException why);
    }
}

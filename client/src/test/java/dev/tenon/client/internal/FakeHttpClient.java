package dev.tenon.client.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tenon.http.AsyncHttpClient;
import dev.tenon.http.HeaderFields;
import dev.tenon.http.HttpCall;
import dev.tenon.http.HttpResponseHandler;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The HTTP client of the test's thread while it is {@linkplain #install installed}: the test sends the responses. */
public final class FakeHttpClient implements AsyncHttpClient {
    private static final ThreadLocal<@Nullable FakeHttpClient> CURRENT = new ThreadLocal<>();

    /** The requests that were sent, in order. */
    public final List<FakeCall> calls = new ArrayList<>();

    /** Called with each request while it is sent. */
    public Consumer<FakeCall> sendHook = call -> {};

    /** Makes this the client of the current thread. */
    public void install() {
        CURRENT.set(this);
    }

    public static void uninstall() {
        CURRENT.remove();
    }

    /** Returns the last request. */
    public FakeCall last() {
        return calls.get(calls.size() - 1);
    }

    @Override
    public boolean canSend() {
        return true;
    }

    @Override
    public HttpCall send(AsyncHttpRequest request, HttpResponseHandler handler) {
        FakeCall call = new FakeCall(request, handler);
        calls.add(call);
        sendHook.accept(call);
        return call;
    }

    /** A request, to which the test responds. */
    public static final class FakeCall implements HttpCall {
        public final AsyncHttpRequest request;
        private final HttpResponseHandler handler;
        private HttpResponseHandler.@Nullable BodyListener body;
        private boolean aborted;
        private int pauses;

        FakeCall(AsyncHttpRequest request, HttpResponseHandler handler) {
            this.request = request;
            this.handler = handler;
        }

        public boolean isAborted() {
            return aborted;
        }

        public boolean isPaused() {
            return pauses > 0;
        }

        /** Sends the head of a response with these headers: names and values in turn. */
        public FakeCall respondHead(int status, String... headers) {
            Map<String, List<String>> all = new LinkedHashMap<>();
            for (int i = 0; i < headers.length; i += 2) {
                all.computeIfAbsent(headers[i].toLowerCase(Locale.ROOT), name -> new ArrayList<>())
                        .add(headers[i + 1]);
            }
            HeaderFields fields = name -> all.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
            body = handler.onHead(new HttpResponseHandler.ResponseHead(status, fields, () -> all), this);
            return this;
        }

        /** Sends a part of the body, unless the call is aborted. */
        public FakeCall respondData(String text) {
            if (!aborted) {
                body.onData(text.getBytes(UTF_8));
            }
            return this;
        }

        /** Ends the response, unless the call is aborted. */
        public void respondEnd() {
            if (!aborted) {
                body.onEnd();
            }
        }

        /** Sends a whole response. */
        public void respond(int status, String contentType, String text) {
            respondHead(status, "Content-Type", contentType).respondData(text).respondEnd();
        }

        /** Breaks the connection before or during the response, unless the call is aborted. */
        public void fail(IOException failure) {
            if (!aborted && body == null) {
                handler.onFailure(failure);
            } else if (!aborted) {
                body.onFailure(failure);
            }
        }

        @Override
        public void abort() {
            aborted = true;
        }

        @Override
        public void pause() {
            pauses++;
        }

        @Override
        public void resume() {
            pauses--;
        }
    }

    /** Provides the installed client. */
    public static final class Provider implements ClientProvider {
        @Override
        public @Nullable AsyncHttpClient currentClient() {
            return CURRENT.get();
        }
    }
}

package dev.tenon.client.internal.link;

import dev.tenon.http.HeaderNames;
import dev.tenon.http.LoopAnswer;
import dev.tenon.http.LoopHttp;
import dev.tenon.http.MediaTypes;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpHeaders;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The exchange of a request on an event loop: an answer that is one message is taken there. Everything else that may come goes on
 * as it would have without, on a thread that may wait.
 */
final class LoopExchange implements LoopAnswer {
    private static final int OK = 2;

    private final RequestExchange exchange;
    private final HttpParts parts;
    private final Map<String, String> credentials;
    private final Executor threads;
    private final Runnable over;
    /** Ends the exchange; told before there is anything to end, it ends it when there is. */
    private final AtomicReference<Runnable> ending = new AtomicReference<>(LoopExchange::nothing);

    /**
     * An exchange that has not begun.
     *
     * @param credentials what the request had
     * @param over run when it is over
     */
    LoopExchange(
            RequestExchange exchange,
            HttpParts parts,
            Map<String, String> credentials,
            Executor threads,
            Runnable over) {
        this.exchange = exchange;
        this.parts = parts;
        this.credentials = credentials;
        this.threads = threads;
        this.over = over;
    }

    void begin(LoopHttp loop, LoopHttp.Post post) {
        Runnable abort = loop.post(post, this);
        ending.set(abort);
        exchange.inFlight().endsBy(() -> {
            ending.get().run();
            over.run();
        });
    }

    private static void nothing() {
        // It has not begun, or is over.
    }

    @Override
    public boolean isUsual(Head head) {
        return head.status() / 100 == OK && MediaTypes.isJson(head.headers().all(HeaderNames.CONTENT_TYPE));
    }

    @Override
    public void whole(Head head, byte[] body) {
        try {
            ending.set(LoopExchange::nothing);
            parts.sender().answered(head.status(), parts.uri(), head.all());
            exchange.whole(body);
        } catch (RuntimeException e) {
            exchange.failed(e);
        } finally {
            over.run();
        }
    }

    @Override
    public void begun(Head head, InputStream body) {
        Map<String, List<String>> all = head.all().get();
        elsewhere(() -> goOn(head.status(), all, body));
    }

    private void goOn(int status, Map<String, List<String>> all, InputStream body) {
        HttpHeaders headers;
        try {
            headers = HttpHeaders.of(all, (name, value) -> true);
        } catch (IllegalArgumentException e) {
            ending.get().run();
            exchange.failed(HttpProblem.failure(
                    parts.sender().target().label(), new IOException("Its answer has headers that are none", e)));
            return;
        }
        exchange.goOn(new HttpAnswer(status, parts.uri(), headers, body), credentials);
    }

    @Override
    public void failed(IOException why) {
        elsewhere(() ->
                exchange.failed(HttpProblem.failure(parts.sender().target().label(), why)));
    }

    private void elsewhere(Runnable work) {
        Runnable task = () -> {
            try {
                work.run();
            } finally {
                over.run();
            }
        };
        try {
            threads.execute(task);
        } catch (RejectedExecutionException e) {
            // The client is closed, and with it all that waited.
            ending.get().run();
            over.run();
        }
    }
}

package dev.tenon.oauth.internal;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One HTTP exchange within a time, from its first to its last byte, on a thread of its own. Not by the asynchronous call of
 * the HTTP client: that answers on the common pool, where all threads there are may be waiting for this answer.
 */
public final class Exchange {
    private static final ExecutorService THREADS = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "tenon-oauth-http");
        thread.setDaemon(true);
        return thread;
    });

    private Exchange() {}

    /**
     * Sends a request, and waits for the answer.
     *
     * @throws ExecutionException when there was none; with the reason
     * @throws TimeoutException when it took too long; the exchange is ended then
     * @throws InterruptedException when the waiting thread was interrupted; the exchange is ended then
     */
    public static <T> HttpResponse<T> of(
            HttpClient client, HttpRequest request, HttpResponse.BodyHandler<T> handler, Duration time)
            throws ExecutionException, TimeoutException, InterruptedException {
        Future<HttpResponse<T>> call = THREADS.submit(() -> client.send(request, handler));
        try {
            return call.get(time.toNanos(), TimeUnit.NANOSECONDS);
        } finally {
            call.cancel(true);
        }
    }
}

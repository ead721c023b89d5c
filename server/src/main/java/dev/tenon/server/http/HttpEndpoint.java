package dev.tenon.server.http;

import dev.tenon.server.Limits;
import dev.tenon.server.call.CallerPrincipal;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP endpoint of a server, independent of the HTTP container, which passes requests in and writes responses. The
 * endpoint enforces all rules of the protocol. It never blocks, except in a {@link RequestAuthenticator} that blocks.
 */
public interface HttpEndpoint {
    /**
     * Checks a request before its body is read: path, {@code Host} and {@code Origin}, credentials, method, type and
     * announced length of the content. Failures here and in the {@link HttpBodyReceiver} are logged and the request
     * gets a response.
     *
     * @return the receiver of the body, or null if the request already has its response
     */
    @Nullable HttpBodyReceiver handleRequestHead(HttpRequestHead head, HttpResponseWriter response);

    /** Returns the path of the MCP endpoint, as set by {@link HttpOptions#path}. */
    String path();

    /** Returns whether the endpoint serves this path. A container with other content calls it first. */
    boolean canServe(String path);

    /** Returns the paths of the {@link PublicPage}s, which a container has to route to this endpoint as well. */
    List<String> publicPagePaths();

    /** Returns whether {@link #handleRequestHead} may block, in which case it must not be called on an event loop. */
    boolean canBlock();

    /** Runs a task that may block on a thread of the server, even after the server was closed. */
    void executeBlocking(Runnable task);

    /**
     * Runs a task repeatedly on the timer of the server, until it is cancelled or the server is closed. The task must
     * not block; pass work that takes time to {@link #executeBlocking}.
     *
     * @param delay from the end of one run to the start of the next; positive
     * @return cancels the task when it is run
     */
    Runnable scheduleWithFixedDelay(Duration delay, Runnable task);

    /**
     * Checks a request that becomes a long-lived connection, such as a WebSocket: {@code Host}, {@code Origin},
     * credentials. Failures are logged and the request gets a response.
     *
     * @return the caller, with a null principal without authentication; or null if the request was rejected and has its
     *     response
     */
    @Nullable HttpCaller authorizeConnection(HttpRequestHead head, HttpResponseWriter response);

    /**
     * An authorized caller.
     *
     * @param principal null without authentication
     * @param callerKey the opaque key of the caller; all connections with the same key share
     *     {@link Limits#sessionsPerCaller}
     */
    record HttpCaller(@Nullable CallerPrincipal principal, String callerKey) {}
}

package dev.tenon.server.http;

import dev.tenon.internal.concurrent.RuntimeScheduler;
import dev.tenon.server.Limits;
import dev.tenon.server.call.CallerPrincipal;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The server as an HTTP endpoint, without a container: containers hand requests in and answers out. All rules of the
 * protocol are behind it. It never blocks, except in an {@link RequestAuthenticator} that does.
 */
public interface HttpEndpoint {
    /**
     * Looks at a request before its body is read: path, {@code Host} and {@code Origin}, credentials, method, type and
     * announced length of the content. What fails in it, or in the {@link HttpBodyReceiver}, is logged and answered.
     *
     * @return who takes the body, or null when the request has been answered
     */
    @Nullable HttpBodyReceiver handleHead(HttpRequestHead head, HttpResponseWriter reply);

    /** Where the MCP endpoint is, as {@link HttpOptions#path} says. */
    String path();

    /** Whether the endpoint takes a request for this path; a container that has other things to serve asks first. */
    boolean canServe(String path);

    /** The paths of the {@link PublicPage}s, which a container has to hand on as well. */
    List<String> publicPagePaths();

    /** Whether {@link #handleHead} may block, so that it must not be called on an event loop. */
    boolean canBlock();

    /** Runs what may block on a thread of the server that may, also when the server is closed. */
    void executeBlocking(Runnable work);

    /**
     * Runs a task again and again on the server's timer, until it is cancelled or the server is closed. It must not
     * wait: it decides, and hands what takes time to {@link #executeBlocking}.
     *
     * @param pause from the end of each run to the next; positive
     */
    RuntimeScheduler.TaskHandle scheduleWithFixedDelay(Duration pause, Runnable task);

    /**
     * Looks at a request that wants to become a connection, such as a WebSocket: {@code Host}, {@code Origin},
     * credentials. What fails in it is logged and answered.
     *
     * @return the caller, with a null principal without authentication; or null when it was refused and answered
     */
    @Nullable HttpCaller authorizeConnection(HttpRequestHead head, HttpResponseWriter reply);

    /**
     * A caller who was let in.
     *
     * @param principal null without authentication
     * @param share opaque: the same for all connections that have one {@link Limits#sessionsPerCaller} together
     */
    record HttpCaller(@Nullable CallerPrincipal principal, String share) {}
}

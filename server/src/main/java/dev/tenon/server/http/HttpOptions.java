package dev.tenon.server.http;

import dev.tenon.http.HostOriginPolicy;
import dev.tenon.server.Limits;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The options of an {@link HttpEndpoint}. Start from {@link #DEFAULT}.
 *
 * @param path the path of the MCP endpoint
 * @param origins the allowed {@code Host} and {@code Origin} headers. Default: those of the local machine only
 * @param authenticator authenticates requests, or null to accept all requests
 * @param httpSsePath the path of the stream of the HTTP+SSE transport of 2024-11-05, or null if this transport is off
 * @param pages public pages, in addition to those of the authenticator
 * @param keepAlive after which time without messages an open stream gets a comment, so that proxies do not close it
 * @param trustedProxies addresses or networks, such as {@code 10.0.0.0/8}, of proxies whose {@code X-Forwarded-For}
 *     header is trusted. The header determines the client address for {@link Limits#sessionsPerCaller}. Default: none
 */
public record HttpOptions(
        String path,
        HostOriginPolicy origins,
        @Nullable RequestAuthenticator authenticator,
        @Nullable String httpSsePath,
        List<PublicPage> pages,
        Duration keepAlive,
        List<String> trustedProxies) {
    /**
     * {@code /mcp}, hosts and origins of the local machine only, no authentication, no HTTP+SSE, keep-alive every 15
     * seconds.
     */
    public static final HttpOptions DEFAULT = new HttpOptions(
            "/mcp", HostOriginPolicy.loopbackOnly(), null, null, List.of(), Duration.ofSeconds(15), List.of());

    public HttpOptions {
        pages = List.copyOf(pages);
        trustedProxies = List.copyOf(trustedProxies);
        if (!path.startsWith("/")) {
            throw new IllegalArgumentException("A path must start with /, not: " + path);
        }
        if (httpSsePath != null
                && (!httpSsePath.startsWith("/")
                        || httpSsePath.equals(path)
                        || messagePath(httpSsePath).equals(path))) {
            throw new IllegalArgumentException(
                    "The HTTP+SSE path must start with /, and it and its message path must differ from " + path);
        }
        if (keepAlive.toMillis() < 1) {
            throw new IllegalArgumentException("keepAlive must be at least 1 ms");
        }
    }

    /** Returns the paths of the endpoint and, if HTTP+SSE is on, of its stream and its messages. */
    public List<String> endpointPaths() {
        return httpSsePath == null ? List.of(path) : List.of(path, httpSsePath, messagePath(httpSsePath));
    }

    /** Returns the path to which clients of HTTP+SSE post messages; null if HTTP+SSE is off. */
    public @Nullable String httpSseMessagePath() {
        return httpSsePath == null ? null : messagePath(httpSsePath);
    }

    private static String messagePath(String streamPath) {
        return streamPath + (streamPath.endsWith("/") ? "message" : "/message");
    }

    /** Returns a copy with this path of the endpoint. */
    public HttpOptions withPath(String changed) {
        return new HttpOptions(changed, origins, authenticator, httpSsePath, pages, keepAlive, trustedProxies);
    }

    /** Returns a copy that allows these hosts and origins. */
    public HttpOptions withOrigins(HostOriginPolicy changed) {
        return new HttpOptions(path, changed, authenticator, httpSsePath, pages, keepAlive, trustedProxies);
    }

    /** Returns a copy with this authenticator. */
    public HttpOptions withAuthenticator(RequestAuthenticator changed) {
        return new HttpOptions(path, origins, changed, httpSsePath, pages, keepAlive, trustedProxies);
    }

    /**
     * Returns a copy with the HTTP+SSE transport on: its stream is at this path, its messages at the same path followed
     * by {@code /message}.
     */
    public HttpOptions withHttpSse(String changed) {
        return new HttpOptions(path, origins, authenticator, changed, pages, keepAlive, trustedProxies);
    }

    /** Returns a copy with the HTTP+SSE transport off. */
    public HttpOptions withoutHttpSse() {
        return new HttpOptions(path, origins, authenticator, null, pages, keepAlive, trustedProxies);
    }

    /** Returns a copy with an additional public page. */
    public HttpOptions withPage(PublicPage page) {
        List<PublicPage> all = Stream.concat(pages.stream(), Stream.of(page)).toList();
        return new HttpOptions(path, origins, authenticator, httpSsePath, all, keepAlive, trustedProxies);
    }

    /** Returns a copy with this keep-alive interval, at least 1 ms. */
    public HttpOptions withKeepAlive(Duration changed) {
        return new HttpOptions(path, origins, authenticator, httpSsePath, pages, changed, trustedProxies);
    }

    /**
     * Returns a copy with these trusted proxies. Invalid entries cause an {@link IllegalArgumentException} when the
     * endpoint is created.
     */
    public HttpOptions withTrustedProxies(List<String> changed) {
        return new HttpOptions(path, origins, authenticator, httpSsePath, pages, keepAlive, changed);
    }
}

package dev.tenon.servlet;

import dev.tenon.http.HeaderFields;
import dev.tenon.http.HeaderNames;
import dev.tenon.server.http.HttpEndpoint;
import dev.tenon.server.http.HttpRequestHead;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.MappingMatch;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A copy of the head of a request: a container reuses its objects as soon as a response is complete, and a cancelled
 * handler may read the headers later than that.
 */
record ServletRequestHead(
        String method,
        String path,
        @Nullable String query,
        HeaderFields headers,
        String remoteIpAddress,
        String remoteAddress)
        implements HttpRequestHead {

    static ServletRequestHead of(HttpServletRequest request, HttpEndpoint endpoint) {
        Map<String, List<String>> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String name : Collections.list(request.getHeaderNames())) {
            all.put(name, List.copyOf(Collections.list(request.getHeaders(name))));
        }
        if (isLaterThanHttp1(request)) {
            // In HTTP/2 and later the authority is not a header; not every container converts it to one.
            all.computeIfAbsent(
                    HeaderNames.HOST, name -> List.of(request.getServerName() + ":" + request.getServerPort()));
        }
        return new ServletRequestHead(
                request.getMethod(),
                mapToEndpointPath(request, endpoint),
                request.getQueryString(),
                name -> all.getOrDefault(name, List.of()),
                request.getRemoteAddr(),
                request.getRemoteAddr() + ":" + request.getRemotePort());
    }

    /**
     * Returns the path for the endpoint: its own path if the servlet is mapped exactly. A path below the mapping stays
     * as sent, and is not found.
     */
    private static String mapToEndpointPath(HttpServletRequest request, HttpEndpoint endpoint) {
        String requestPath = request.getRequestURI();
        String servletPath = request.getServletPath();
        if (endpoint.publicPagePaths().contains(servletPath) && request.getPathInfo() == null) {
            // Also under a context path: the server at the root of the host has to forward its well-known paths here.
            return servletPath;
        }
        return endpoint.canServe(requestPath) || !isDedicatedMapping(request) ? requestPath : endpoint.path();
    }

    private static boolean isDedicatedMapping(HttpServletRequest request) {
        MappingMatch match = request.getHttpServletMapping().getMappingMatch();
        if (match == MappingMatch.PATH) {
            return request.getPathInfo() == null || request.getPathInfo().equals("/");
        }
        // The default mapping and extension mappings match too much to be one address.
        return match == MappingMatch.EXACT || match == MappingMatch.CONTEXT_ROOT;
    }

    private static boolean isLaterThanHttp1(HttpServletRequest request) {
        return !request.getProtocol().startsWith("HTTP/1")
                && !request.getProtocol().startsWith("HTTP/0");
    }
}

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
 * The beginning of a request, copied: a container uses its objects again for somebody else's request as soon as an
 * answer is complete, and a handler that was cancelled may look at the headers later than that.
 */
record ServletRequestHead(
        String method,
        String path,
        @Nullable String query,
        HeaderFields headers,
        String remoteHost,
        String remoteAddress)
        implements HttpRequestHead {

    static ServletRequestHead of(HttpServletRequest request, HttpEndpoint endpoint) {
        Map<String, List<String>> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String name : Collections.list(request.getHeaderNames())) {
            all.put(name, List.copyOf(Collections.list(request.getHeaders(name))));
        }
        if (isLaterThanHttp1(request)) {
            // There the authority is no header; not every container makes one of it.
            all.computeIfAbsent(
                    HeaderNames.HOST, name -> List.of(request.getServerName() + ":" + request.getServerPort()));
        }
        return new ServletRequestHead(
                request.getMethod(),
                path(request, endpoint),
                request.getQueryString(),
                name -> all.getOrDefault(name, List.of()),
                request.getRemoteAddr(),
                request.getRemoteAddr() + ":" + request.getRemotePort());
    }

    /**
     * Where the servlet is mapped, there the endpoint is. What is below the mapping stays as it was sent, and finds
     * nothing.
     */
    private static String path(HttpServletRequest request, HttpEndpoint endpoint) {
        String sent = request.getRequestURI();
        String mapped = request.getServletPath();
        if (endpoint.publicPagePaths().contains(mapped) && request.getPathInfo() == null) {
            // Under a context path too: the server of the root of the host has to lead its well-known paths here.
            return mapped;
        }
        return endpoint.canServe(sent) || !isDedicatedMapping(request) ? sent : endpoint.path();
    }

    private static boolean isDedicatedMapping(HttpServletRequest request) {
        MappingMatch match = request.getHttpServletMapping().getMappingMatch();
        if (match == MappingMatch.PATH) {
            return request.getPathInfo() == null || request.getPathInfo().equals("/");
        }
        // The default mapping and those by a file's extension match too much to be one place.
        return match == MappingMatch.EXACT || match == MappingMatch.CONTEXT_ROOT;
    }

    private static boolean isLaterThanHttp1(HttpServletRequest request) {
        return !request.getProtocol().startsWith("HTTP/1")
                && !request.getProtocol().startsWith("HTTP/0");
    }
}

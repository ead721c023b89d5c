package dev.tenon.servlet;

import dev.tenon.http.HeaderNames;
import dev.tenon.http.Headers;
import dev.tenon.server.HttpHead;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The beginning of a request, copied: a container uses its objects again for somebody else's request as soon as an answer is
 * complete, and a handler that was cancelled may look at the headers later than that.
 */
record RequestHead(
        String method, String path, @Nullable String query, Headers headers, String remoteHost, String remoteAddress)
        implements HttpHead {

    static RequestHead of(HttpServletRequest request, String path) {
        Map<String, List<String>> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String name : Collections.list(request.getHeaderNames())) {
            all.put(name, List.copyOf(Collections.list(request.getHeaders(name))));
        }
        if (isLaterThanHttp1(request)) {
            // There the authority is no header; not every container makes one of it.
            all.computeIfAbsent(HeaderNames.HOST, name -> List.of(authority(request)));
        }
        return new RequestHead(
                request.getMethod(),
                path,
                request.getQueryString(),
                name -> all.getOrDefault(name, List.of()),
                request.getRemoteAddr(),
                request.getRemoteAddr() + ":" + request.getRemotePort());
    }

    private static boolean isLaterThanHttp1(HttpServletRequest request) {
        return !request.getProtocol().startsWith("HTTP/1")
                && !request.getProtocol().startsWith("HTTP/0");
    }

    private static String authority(HttpServletRequest request) {
        return request.getServerName() + ":" + request.getServerPort();
    }
}

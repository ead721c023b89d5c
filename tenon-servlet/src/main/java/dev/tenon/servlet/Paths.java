package dev.tenon.servlet;

import dev.tenon.server.HttpEndpoint;
import jakarta.servlet.http.HttpServletMapping;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.MappingMatch;

/** Which path of the endpoint a request means: where the servlet is mapped, there the endpoint is. */
final class Paths {
    private Paths() {}

    /** The path to show to the endpoint. What is below the mapping stays as it was sent, and finds nothing. */
    static String of(HttpServletRequest request, HttpEndpoint endpoint) {
        String sent = request.getRequestURI();
        String mapped = request.getServletPath();
        if (endpoint.pages().contains(mapped) && request.getPathInfo() == null) {
            // Under a context path too: whoever serves the root of the host has to lead its well-known paths here.
            return mapped;
        }
        return endpoint.serves(sent) || !isMapping(request) ? sent : endpoint.path();
    }

    private static boolean isMapping(HttpServletRequest request) {
        HttpServletMapping mapping = request.getHttpServletMapping();
        MappingMatch match = mapping.getMappingMatch();
        if (match == MappingMatch.PATH) {
            return request.getPathInfo() == null || request.getPathInfo().equals("/");
        }
        // The default mapping and those by a file's extension match too much to be one place.
        return match == MappingMatch.EXACT || match == MappingMatch.CONTEXT_ROOT;
    }
}

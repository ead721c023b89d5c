package dev.tenon.http.embedded;

import dev.tenon.server.HttpEndpoint;
import java.util.ArrayList;
import java.util.List;

/** The endpoints of one listener, each at paths of its own. */
final class Endpoints {
    private final List<HttpEndpoint> all;

    private Endpoints(List<HttpEndpoint> all) {
        this.all = List.copyOf(all);
    }

    /**
     * Makes them.
     *
     * @throws IllegalArgumentException when two have the same path, or one's path is a public page of another
     */
    static Endpoints of(List<Served> all) {
        List<HttpEndpoint> endpoints = new ArrayList<>();
        all.forEach(served -> endpoints.add(served.server().http(served.options())));
        for (Served served : all) {
            for (String path : served.paths()) {
                // Its own endpoint serves it, and no other may.
                if (endpoints.stream().filter(endpoint -> endpoint.serves(path)).count() > 1) {
                    throw new IllegalArgumentException("Two servers cannot have the same path: " + path);
                }
            }
        }
        return new Endpoints(endpoints);
    }

    HttpEndpoint first() {
        return all.get(0);
    }

    /** Who takes a request for that path: the first that serves it, and else the first, which says that nothing is there. */
    HttpEndpoint at(String path) {
        for (HttpEndpoint endpoint : all) {
            if (endpoint.serves(path)) {
                return endpoint;
            }
        }
        return first();
    }
}

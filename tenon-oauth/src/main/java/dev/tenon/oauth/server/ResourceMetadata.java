package dev.tenon.oauth.server;

import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import dev.tenon.server.PublicPage;
import dev.tenon.uri.HttpUrls;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The metadata of a protected resource and where it is (RFC 9728, sections 2 and 3). */
record ResourceMetadata(
        URI resource,
        Collection<String> authorizationServers,
        Collection<String> scopes,
        @Nullable String name,
        @Nullable String documentation,
        DpopRules dpop) {
    private static final String WELL_KNOWN = "/.well-known/oauth-protected-resource";

    /** The address that is told to clients. */
    String address() {
        return HttpUrls.origin(resource) + WELL_KNOWN + path();
    }

    private String path() {
        String path = resource.getRawPath();
        return path == null || path.equals("/") ? "" : path;
    }

    /** The pages: for the path of the resource, and for clients that only look at the root. */
    List<PublicPage> pages() {
        List<PublicPage> pages = new ArrayList<>();
        pages.add(new PublicPage(WELL_KNOWN + path(), "application/json", document()));
        if (!path().isEmpty()) {
            pages.add(new PublicPage(WELL_KNOWN, "application/json", document()));
        }
        return pages;
    }

    private String document() {
        JsonWriter json = new JsonWriter()
                .object()
                .field("resource", resource.toString())
                .field("authorization_servers", Json.of(authorizationServers))
                .field("scopes_supported", scopes.isEmpty() ? null : Json.of(scopes))
                .field("bearer_methods_supported", Json.of(List.of("header")))
                .field("resource_name", name)
                .field("resource_documentation", documentation)
                .field("dpop_signing_alg_values_supported", Json.of(dpop.algorithms()));
        if (dpop.required()) {
            json.field("dpop_bound_access_tokens_required", true);
        }
        return new String(json.endObject().toBytes(), StandardCharsets.UTF_8);
    }
}

package dev.tenon.oauth.server.internal;

import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import dev.tenon.oauth.server.DpopPolicy;
import dev.tenon.server.http.PublicPage;
import dev.tenon.uri.HttpUrls;
import java.net.URI;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Creates the metadata of a protected resource and its pages (RFC 9728, sections 2 and 3). */
public record ResourceMetadataDocument(
        URI resource,
        Collection<String> authorizationServers,
        Collection<String> scopes,
        @Nullable String name,
        @Nullable String documentation,
        DpopPolicy dpop) {
    private static final String WELL_KNOWN = "/.well-known/oauth-protected-resource";

    /** Returns the URL of the metadata for challenges. */
    public String metadataUrl() {
        return HttpUrls.origin(resource) + WELL_KNOWN + pathSuffix();
    }

    private String pathSuffix() {
        String path = resource.getRawPath();
        return path == null || path.equals("/") ? "" : path;
    }

    /** Returns the pages: for the path of the resource, and for clients that only request the root. */
    public List<PublicPage> pages() {
        String metadata = toJson();
        PublicPage root = new PublicPage(WELL_KNOWN, "application/json", metadata);
        PublicPage page = new PublicPage(WELL_KNOWN + pathSuffix(), "application/json", metadata);
        return pathSuffix().isEmpty() ? List.of(root) : List.of(page, root);
    }

    private String toJson() {
        return new JsonWriter()
                .beginObject()
                .fieldUnlessNull("resource", resource.toString())
                .fieldUnlessNull("authorization_servers", Json.of(authorizationServers))
                .fieldUnlessNull("scopes_supported", scopes.isEmpty() ? null : Json.of(scopes))
                .fieldUnlessNull("bearer_methods_supported", Json.of(List.of("header")))
                .fieldUnlessNull("resource_name", name)
                .fieldUnlessNull("resource_documentation", documentation)
                .fieldUnlessNull("dpop_signing_alg_values_supported", Json.of(dpop.algorithms()))
                .fieldUnlessNull("dpop_bound_access_tokens_required", dpop.required() ? Boolean.TRUE : null)
                .endObject()
                .toJson()
                .toString();
    }
}

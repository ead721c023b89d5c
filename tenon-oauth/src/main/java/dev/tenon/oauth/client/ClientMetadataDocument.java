package dev.tenon.oauth.client;

import dev.tenon.json.Json;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The metadata document of a client (client registration, section "Client ID Metadata Documents"), which its maker puts
 * at its URL. This is what {@link OAuthClient} does: a public client, which comes back to this machine, and refreshes
 * its tokens.
 *
 * @param url where the document is: https, with a path. It is the client's id
 * @param name what authorization servers call the client when they ask a person
 * @param redirectUris where the browser comes back to; {@code http://127.0.0.1/callback} unless another {@linkplain
 *     OAuthClientBuilder#redirectUri one} is used
 */
public record ClientMetadataDocument(URI url, String name, List<URI> redirectUris) {
    public ClientMetadataDocument {
        requireValidUrl(url);
        if (name.isBlank() || redirectUris.isEmpty()) {
            throw new IllegalArgumentException("A client has a name and comes back somewhere");
        }
        redirectUris = List.copyOf(redirectUris);
    }

    /** With the usual redirect URI. */
    public static ClientMetadataDocument of(URI url, String name) {
        return new ClientMetadataDocument(url, name, List.of(URI.create("http://127.0.0.1/callback")));
    }

    static URI requireValidUrl(URI url) {
        String path = url.getRawPath();
        boolean fits = "https".equalsIgnoreCase(url.getScheme())
                && url.getHost() != null
                && path != null
                && path.length() > 1
                && url.getRawFragment() == null
                && url.getRawUserInfo() == null
                && !List.of(path.split("/")).contains("..")
                && !List.of(path.split("/")).contains(".");
        if (!fits) {
            throw new IllegalArgumentException(
                    "Not an address of a client's metadata document: " + url + ". It begins with https and has a path");
        }
        return url;
    }

    /** The document, as it is to be served with {@code application/json}. */
    public Json toJson() {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("client_id", url.toString());
        all.put("client_name", name);
        all.put("redirect_uris", redirectUris.stream().map(URI::toString).toList());
        all.put("application_type", "native");
        all.put("grant_types", List.of("authorization_code", "refresh_token"));
        all.put("response_types", List.of("code"));
        all.put("token_endpoint_auth_method", TokenEndpointAuthMethod.NONE.wireName());
        return Json.of(all);
    }
}

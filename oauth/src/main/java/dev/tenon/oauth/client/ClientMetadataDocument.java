package dev.tenon.oauth.client;

import dev.tenon.json.Json;
import dev.tenon.oauth.client.internal.OAuthClientSettings;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The metadata document of a client (MCP client registration, section "Client ID Metadata Documents"), which its
 * publisher serves at its URL. It describes an {@link OAuthClient}: a public client that receives the redirect on this
 * machine and refreshes its tokens.
 *
 * @param url the URL of the document, https with a path; it is also the client ID
 * @param name the name that authorization servers show to the user
 * @param redirectUris the redirect URIs; {@code http://127.0.0.1/callback} unless {@link
 *     OAuthClientBuilder#redirectUri} sets a different one
 */
public record ClientMetadataDocument(URI url, String name, List<URI> redirectUris) {
    public ClientMetadataDocument {
        requireValidUrl(url);
        if (name.isBlank() || redirectUris.isEmpty()) {
            throw new IllegalArgumentException("A client metadata document requires a name and a redirect URI");
        }
        redirectUris = List.copyOf(redirectUris);
    }

    /** Creates a document with the default redirect URI. */
    public static ClientMetadataDocument of(URI url, String name) {
        return new ClientMetadataDocument(url, name, List.of(OAuthClientSettings.DEFAULT_REDIRECT));
    }

    static URI requireValidUrl(URI url) {
        String path = url.getRawPath();
        boolean isValid = "https".equalsIgnoreCase(url.getScheme())
                && url.getHost() != null
                && path != null
                && path.length() > 1
                && url.getRawFragment() == null
                && url.getRawUserInfo() == null
                && !List.of(path.split("/")).contains("..")
                && !List.of(path.split("/")).contains(".");
        if (!isValid) {
            throw new IllegalArgumentException("Not a valid URL of a client metadata document: " + url
                    + ". It must begin with https and have a path");
        }
        return url;
    }

    /** Returns the document to serve as {@code application/json}. */
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

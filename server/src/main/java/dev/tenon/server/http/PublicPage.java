package dev.tenon.server.http;

/**
 * A page that an endpoint serves without authentication, such as the metadata that a client needs for authentication.
 * It is served for GET and HEAD, to pages of every origin, and never contains data of a caller.
 *
 * @param path the full path, such as {@code /.well-known/oauth-protected-resource/mcp}
 * @param contentType the media type, such as {@code application/json}
 * @param content the content, sent in UTF-8
 */
public record PublicPage(String path, String contentType, String content) {
    public PublicPage {
        if (!path.startsWith("/")) {
            throw new IllegalArgumentException("A path must start with /, not: " + path);
        }
    }
}

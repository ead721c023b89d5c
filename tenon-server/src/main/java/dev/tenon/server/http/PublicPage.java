package dev.tenon.server.http;

/**
 * Something that an endpoint shows to everybody, before anybody is asked who he is: metadata that a client needs in
 * order to get in. It is answered to GET and HEAD, to pages of every origin, and never with anything of the caller's.
 *
 * @param path the whole path, such as {@code /.well-known/oauth-protected-resource/mcp}
 * @param contentType the media type, such as {@code application/json}
 * @param content what is shown, in UTF-8
 */
public record PublicPage(String path, String contentType, String content) {
    public PublicPage {
        if (!path.startsWith("/")) {
            throw new IllegalArgumentException("A path starts with /, not: " + path);
        }
    }
}

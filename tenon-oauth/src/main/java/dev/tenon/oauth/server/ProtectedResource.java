package dev.tenon.oauth.server;

import dev.tenon.server.Authenticator;
import dev.tenon.server.HttpHead;
import dev.tenon.server.Principal;
import dev.tenon.server.PublicPage;
import java.net.URI;
import java.util.List;
import java.util.Set;

/**
 * A server that lets in only who has a token for it: an OAuth 2.1 resource server (every revision since 2025-03-26,
 * basic/authorization). Whatever serves over HTTP takes it as its authenticator.
 *
 * <pre>{@code
 * ProtectedResource resource = ProtectedResource.at("https://mcp.example.com/mcp")
 *         .authorizationServer("https://login.example.com")
 *         .scopes("mcp")
 *         .build();
 * TenonHttp.serving(server).authenticator(resource).start();
 * }</pre>
 *
 * <p>It shows its metadata (RFC 9728) at the well-known address for its path, and at that of the host; tells a caller without
 * a token where to get one; checks every token on every request, and the proof of one that is bound to a key (RFC 9449); and
 * says which scopes are lacking. A token is never passed on, nor logged; why one was refused is in the log {@code
 * dev.tenon.oauth} and nowhere else.
 */
public final class ProtectedResource implements Authenticator {
    private final TokenGate gate;
    private final Set<String> scopes;
    private final List<PublicPage> pages;

    ProtectedResource(TokenGate gate, Set<String> scopes, List<PublicPage> pages) {
        this.gate = gate;
        this.scopes = Set.copyOf(scopes);
        this.pages = List.copyOf(pages);
    }

    /**
     * The server at that address, as clients know it: behind a proxy it is the address of the proxy.
     *
     * @param resource the resource identifier (RFC 8707, section 2): https, or http on this machine, without a fragment
     * @throws IllegalArgumentException when it is none
     */
    public static ProtectedResourceBuilder at(String resource) {
        return new ProtectedResourceBuilder(Fetch.checked(URI.create(resource)));
    }

    @Override
    public Verdict authenticate(HttpHead head) {
        return gate.authenticate(head);
    }

    @Override
    public Set<String> scopes() {
        return scopes;
    }

    @Override
    public Refused forbid(HttpHead head, Principal principal, Set<String> needed) {
        return gate.forbid(head, principal, needed);
    }

    @Override
    public List<PublicPage> pages() {
        return pages;
    }
}

package dev.tenon.oauth.client.internal;

import dev.tenon.json.Json;
import dev.tenon.json.Quote;
import dev.tenon.oauth.client.AuthorizationException;
import dev.tenon.oauth.client.RegisteredClient;
import dev.tenon.oauth.internal.IssuerMetadata;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds out which authorization server guards a server, in the order of the specification (authorization server discovery). */
record Discovery(Settings settings, Web web, Issuers issuers) {
    private static final String RESOURCE = "oauth-protected-resource";
    private static final String METADATA = "the protected resource metadata";

    /**
     * What is to be known to get in.
     *
     * @param named the {@code resource_metadata} of a challenge, or null
     * @throws AuthorizationException when nothing is found, or what is found does not hold
     */
    Found find(@Nullable String named) {
        Resource resource = named == null ? wellKnown() : named(named);
        if (resource == null) {
            AuthorizationServer beside = issuers.beside(settings.server());
            return new Found(Resources.canonical(settings.server()), null, false, beside);
        }
        return new Found(
                resource.identifier(), resource.scopes(), resource.asksForDpop(), issuers.of(issuer(resource)));
    }

    /** Whether the server has metadata at a well-known place. */
    boolean isDescribed() {
        return wellKnown() != null;
    }

    private Resource named(String named) {
        URI uri = Resources.parse(named);
        if (uri == null) {
            throw new AuthorizationException(
                    "The server names no address of its metadata, but " + Quote.shortened(named));
        }
        Resource resource = read(uri);
        if (resource == null) {
            throw new AuthorizationException("There is no protected resource metadata at " + Quote.shortened(named)
                    + ", where the server says that it is");
        }
        return resource;
    }

    private @Nullable Resource wellKnown() {
        List<URI> places = new ArrayList<>();
        if (!Resources.canonical(settings.server()).getRawPath().isEmpty()) {
            places.add(IssuerMetadata.wellKnown(settings.server(), RESOURCE, true));
        }
        places.add(IssuerMetadata.wellKnown(settings.server(), RESOURCE, false));
        for (URI place : places) {
            Resource resource = read(place);
            if (resource != null) {
                return resource;
            }
        }
        return null;
    }

    private @Nullable Resource read(URI place) {
        Json document = web.get(place, Map.of(), METADATA).document();
        Resource resource = document == null ? null : Resource.read(document);
        if (resource != null && !Resources.covers(resource.identifier(), settings.server())) {
            throw new AuthorizationException("The metadata of the server are those of another one, "
                    + Quote.shortened(resource.identifier().toString()) + ": tokens for that are not asked for");
        }
        return resource;
    }

    /** The choice is the client's: the one that knows it, or the first. */
    private String issuer(Resource resource) {
        if (resource.issuers().isEmpty()) {
            throw new AuthorizationException("The metadata of the server name no authorization server");
        }
        RegisteredClient client = settings.client();
        String mine = client == null ? null : client.issuer();
        if (mine == null) {
            return resource.issuers().get(0);
        }
        if (!resource.issuers().contains(mine)) {
            throw new AuthorizationException("This client is registered with " + mine
                    + ", but the server now leads to "
                    + Quote.shortened(resource.issuers().get(0))
                    + ". Its credentials are not tried there: register it with that one");
        }
        return mine;
    }
}

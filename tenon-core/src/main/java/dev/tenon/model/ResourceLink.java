package dev.tenon.model;

/**
 * A link to a resource that the client can read, as content (from 2025-06-18 on).
 *
 * @param resource the resource; it need not be in the server's list
 */
public record ResourceLink(Resource resource) implements Content {
    @Override
    public Meta meta() {
        return resource.meta();
    }
}

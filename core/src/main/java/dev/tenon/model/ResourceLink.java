package dev.tenon.model;

/**
 * Content that links to a resource which the client can read (from 2025-06-18 on).
 *
 * @param resource the resource; the server need not list it
 */
public record ResourceLink(Resource resource) implements Content {
    @Override
    public Meta meta() {
        return resource.meta();
    }
}

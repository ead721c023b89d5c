package dev.tenon.guard.aggregate;

import dev.tenon.internal.concurrent.BoundedCache;
import dev.tenon.internal.text.Sha256;
import dev.tenon.uri.UriTemplate;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Remembers which member has which resources, as lists and responses have shown. It is a hint which member to call
 * first; the least recently used entries are evicted.
 */
final class ResourceIndex {
    private static final int MAX_TEMPLATE_CHARS = 2048;

    /** Keyed by digest, as a URI may be long. */
    private final BoundedCache<String, ReferenceCountedMember> uris = BoundedCache.ofSize(10_000);

    private final BoundedCache<String, IndexedTemplate> templates = BoundedCache.ofSize(1000);

    /** A template and its owner. A template that Tenon cannot parse matches nothing. */
    private record IndexedTemplate(ReferenceCountedMember member, Optional<UriTemplate> template) {
        boolean matches(String uri) {
            return template.flatMap(existing -> existing.match(uri)).isPresent();
        }
    }

    /**
     * Records that a member lists a resource or a template, unless a member before it in the order does.
     *
     * @return the owner
     */
    ReferenceCountedMember recordListed(
            ListKind kind, String key, ReferenceCountedMember member, List<ReferenceCountedMember> order) {
        if (kind == ListKind.TEMPLATES) {
            if (key.length() > MAX_TEMPLATE_CHARS) {
                return member;
            }
            IndexedTemplate owner = templates.compute(
                    Sha256.hex(key),
                    existing -> existing != null && isFirst(existing.member(), member, order)
                            ? existing
                            : new IndexedTemplate(member, parseTemplate(key)));
            return owner == null ? member : owner.member();
        }
        ReferenceCountedMember owner = uris.compute(
                Sha256.hex(key), existing -> existing != null && isFirst(existing, member, order) ? existing : member);
        return owner == null ? member : owner;
    }

    private static boolean isFirst(
            ReferenceCountedMember existing, ReferenceCountedMember member, List<ReferenceCountedMember> order) {
        int index = order.indexOf(existing);
        return index >= 0 && index <= order.indexOf(member);
    }

    /** Records that a member responded for a resource. */
    void recordFound(String uri, ReferenceCountedMember member) {
        uris.compute(Sha256.hex(uri), existing -> existing == null ? member : existing);
    }

    /** Forgets the entries of a list of a member, as it is listed again. */
    void forget(ListKind kind, ReferenceCountedMember member) {
        if (kind == ListKind.RESOURCES) {
            uris.removeIf((uri, owner) -> owner.equals(member));
        } else if (kind == ListKind.TEMPLATES) {
            templates.removeIf((text, existing) -> existing.member().equals(member));
        }
    }

    /** Forgets all entries of a member. */
    void forget(ReferenceCountedMember member) {
        forget(ListKind.RESOURCES, member);
        forget(ListKind.TEMPLATES, member);
    }

    /**
     * Returns the members that should have a resource, the most likely first: the one that lists it, then those with a
     * matching template. A sole member has every resource.
     */
    List<ReferenceCountedMember> likelyMembers(String uri, MemberSnapshot members) {
        ReferenceCountedMember soleMember = members.soleUnprefixedMember();
        if (soleMember != null) {
            return List.of(soleMember);
        }
        Set<ReferenceCountedMember> candidates = new LinkedHashSet<>();
        ReferenceCountedMember owner = uris.get(Sha256.hex(uri));
        IndexedTemplate indexedTemplate = templates.get(Sha256.hex(uri));
        if (owner != null) {
            candidates.add(owner);
        }
        if (indexedTemplate != null) {
            candidates.add(indexedTemplate.member());
        }
        Set<ReferenceCountedMember> matching = templates.values().stream()
                .filter(template -> template.matches(uri))
                .map(IndexedTemplate::member)
                .collect(Collectors.toSet());
        members.all().stream().filter(matching::contains).forEach(candidates::add);
        candidates.retainAll(members.all());
        return List.copyOf(candidates);
    }

    private static Optional<UriTemplate> parseTemplate(String text) {
        try {
            return Optional.of(UriTemplate.parse(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}

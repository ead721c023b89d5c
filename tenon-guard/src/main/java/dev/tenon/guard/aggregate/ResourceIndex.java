package dev.tenon.guard.aggregate;

import dev.tenon.guard.internal.file.Sha256;
import dev.tenon.internal.concurrent.BoundedCache;
import dev.tenon.uri.UriTemplate;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which member has which resources, as far as lists and answers have shown: a hint where to ask first. The least used
 * are forgotten.
 */
final class ResourceIndex {
    private static final int MAX_TEMPLATE_CHARS = 2048;

    /** By digest: a URI may be long. */
    private final BoundedCache<String, MemberState> uris =
            BoundedCache.<String, MemberState>builder(10_000).build();

    private final BoundedCache<String, IndexedTemplate> templates =
            BoundedCache.<String, IndexedTemplate>builder(1000).build();

    /** A template and whose it is; one that Tenon cannot read matches nothing. */
    private record IndexedTemplate(MemberState seat, Optional<UriTemplate> template) {
        boolean matches(String uri) {
            return template.flatMap(known -> known.match(uri)).isPresent();
        }
    }

    /**
     * Notes that a member lists a resource or a template, unless one before it in the order does.
     *
     * @return whose it is now
     */
    MemberState recordListed(ListKind kind, String key, MemberState seat, List<MemberState> order) {
        if (kind == ListKind.TEMPLATES) {
            if (key.length() > MAX_TEMPLATE_CHARS) {
                return seat;
            }
            IndexedTemplate owner = templates.compute(
                    Sha256.hex(key),
                    known -> known != null && isFirst(known.seat(), seat, order)
                            ? known
                            : new IndexedTemplate(seat, parseTemplate(key)));
            return owner == null ? seat : owner.seat();
        }
        MemberState owner =
                uris.compute(Sha256.hex(key), known -> known != null && isFirst(known, seat, order) ? known : seat);
        return owner == null ? seat : owner;
    }

    private static boolean isFirst(MemberState known, MemberState seat, List<MemberState> order) {
        int place = order.indexOf(known);
        return place >= 0 && place <= order.indexOf(seat);
    }

    /** Notes that a member answered for a resource. */
    void recordFound(String uri, MemberState seat) {
        uris.compute(Sha256.hex(uri), known -> known == null ? seat : known);
    }

    /** A list of a member begins anew. */
    void forget(ListKind kind, MemberState seat) {
        if (kind == ListKind.RESOURCES) {
            uris.removeIf((uri, owner) -> owner.equals(seat));
        } else if (kind == ListKind.TEMPLATES) {
            templates.removeIf((text, known) -> known.seat().equals(seat));
        }
    }

    /** Forgets all that is known of a member. */
    void forget(MemberState seat) {
        forget(ListKind.RESOURCES, seat);
        forget(ListKind.TEMPLATES, seat);
    }

    /**
     * Returns the members that should have a resource, the likeliest first: the one that lists it, then those with a
     * template that matches. A member that stands alone has every resource.
     */
    List<MemberState> likelyMembers(String uri, MemberStates seats) {
        MemberState alone = seats.soleMember();
        if (alone != null) {
            return List.of(alone);
        }
        Set<MemberState> likely = new LinkedHashSet<>();
        MemberState owner = uris.get(Sha256.hex(uri));
        IndexedTemplate same = templates.get(Sha256.hex(uri));
        if (owner != null) {
            likely.add(owner);
        }
        if (same != null) {
            likely.add(same.seat());
        }
        Set<MemberState> fitting = templates.values().stream()
                .filter(template -> template.matches(uri))
                .map(IndexedTemplate::seat)
                .collect(Collectors.toSet());
        seats.all().stream().filter(fitting::contains).forEach(likely::add);
        likely.retainAll(seats.all());
        return List.copyOf(likely);
    }

    private static Optional<UriTemplate> parseTemplate(String text) {
        try {
            return Optional.of(UriTemplate.parse(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}

package dev.tenon.guard.joint;

import dev.tenon.concurrent.BoundedCache;
import dev.tenon.guard.file.Sha256;
import dev.tenon.uri.UriTemplate;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which member has which resources, as far as lists and answers have shown: a hint where to ask first. The least used are
 * forgotten.
 */
final class Whereabouts {
    private static final int MAX_TEMPLATE_CHARS = 2048;

    /** By digest: a URI may be long. */
    private final BoundedCache<String, Seat> uris =
            BoundedCache.<String, Seat>builder(10_000).build();

    private final BoundedCache<String, Template> templates =
            BoundedCache.<String, Template>builder(1000).build();

    /** A template and whose it is; one that Tenon cannot read matches nothing. */
    private record Template(Seat seat, Optional<UriTemplate> template) {
        boolean matches(String uri) {
            return template.flatMap(known -> known.match(uri)).isPresent();
        }
    }

    /**
     * Notes that a member lists a resource or a template, unless one before it in the order does.
     *
     * @return whose it is now
     */
    Seat listed(ListKind kind, String key, Seat seat, List<Seat> order) {
        if (kind == ListKind.TEMPLATES) {
            if (key.length() > MAX_TEMPLATE_CHARS) {
                return seat;
            }
            Template owner = templates.compute(
                    Sha256.hex(key),
                    known -> known != null && isFirst(known.seat(), seat, order)
                            ? known
                            : new Template(seat, parsed(key)));
            return owner == null ? seat : owner.seat();
        }
        Seat owner =
                uris.compute(Sha256.hex(key), known -> known != null && isFirst(known, seat, order) ? known : seat);
        return owner == null ? seat : owner;
    }

    private static boolean isFirst(Seat known, Seat seat, List<Seat> order) {
        int place = order.indexOf(known);
        return place >= 0 && place <= order.indexOf(seat);
    }

    /** Notes that a member answered for a resource. */
    void found(String uri, Seat seat) {
        uris.compute(Sha256.hex(uri), known -> known == null ? seat : known);
    }

    /** A list of a member begins anew. */
    void forget(ListKind kind, Seat seat) {
        if (kind == ListKind.RESOURCES) {
            uris.removeIf((uri, owner) -> owner.equals(seat));
        } else if (kind == ListKind.TEMPLATES) {
            templates.removeIf((text, known) -> known.seat().equals(seat));
        }
    }

    /** Forgets all that is known of a member. */
    void forget(Seat seat) {
        forget(ListKind.RESOURCES, seat);
        forget(ListKind.TEMPLATES, seat);
    }

    /**
     * Returns the members that should have a resource, the likeliest first: the one that lists it, then those with a template that
     * matches. A member that stands alone has every resource.
     */
    List<Seat> likely(String uri, Seats seats) {
        Seat alone = seats.alone();
        if (alone != null) {
            return List.of(alone);
        }
        Set<Seat> likely = new LinkedHashSet<>();
        Seat owner = uris.get(Sha256.hex(uri));
        Template same = templates.get(Sha256.hex(uri));
        if (owner != null) {
            likely.add(owner);
        }
        if (same != null) {
            likely.add(same.seat());
        }
        Set<Seat> fitting = templates.values().stream()
                .filter(template -> template.matches(uri))
                .map(Template::seat)
                .collect(Collectors.toSet());
        seats.all().stream().filter(fitting::contains).forEach(likely::add);
        likely.retainAll(seats.all());
        return List.copyOf(likely);
    }

    private static Optional<UriTemplate> parsed(String text) {
        try {
            return Optional.of(UriTemplate.parse(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}

package dev.tenon.guard.joint;

import dev.tenon.uri.UriTemplate;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;

/**
 * Which member has which resources, as far as lists and answers have shown: a hint where to ask first. The least used are
 * forgotten.
 */
final class Whereabouts {
    private static final int MOST_URIS = 10_000;
    private static final int MOST_TEMPLATES = 1000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Seat> uris = bounded(MOST_URIS);
    private final Map<String, Template> templates = bounded(MOST_TEMPLATES);

    /** A template and whose it is; one that Tenon cannot read matches nothing. */
    private record Template(Seat seat, Optional<UriTemplate> template) {
        boolean matches(String uri) {
            return template.flatMap(known -> known.match(uri)).isPresent();
        }
    }

    private static <V> Map<String, V> bounded(int most) {
        return new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
                return size() > most;
            }
        };
    }

    /**
     * Notes that a member lists a resource or a template, unless one before it in the order does.
     *
     * @return whose it is now
     */
    Seat listed(ListKind kind, String key, Seat seat, List<Seat> order) {
        lock.lock();
        try {
            boolean isTemplate = kind == ListKind.TEMPLATES;
            Template known = isTemplate ? templates.get(key) : null;
            Seat owner = isTemplate ? known == null ? null : known.seat() : uris.get(key);
            int place = owner == null ? -1 : order.indexOf(owner);
            if (owner != null && place >= 0 && place <= order.indexOf(seat)) {
                return owner;
            }
            if (isTemplate) {
                templates.put(key, new Template(seat, parsed(key)));
            } else {
                uris.put(key, seat);
            }
            return seat;
        } finally {
            lock.unlock();
        }
    }

    /** Notes that a member answered for a resource. */
    void found(String uri, Seat seat) {
        lock.lock();
        try {
            uris.putIfAbsent(uri, seat);
        } finally {
            lock.unlock();
        }
    }

    /** A list of a member begins anew. */
    void forget(ListKind kind, Seat seat) {
        lock.lock();
        try {
            if (kind == ListKind.RESOURCES) {
                uris.values().removeIf(seat::equals);
            } else if (kind == ListKind.TEMPLATES) {
                templates.values().removeIf(known -> known.seat().equals(seat));
            }
        } finally {
            lock.unlock();
        }
    }

    /** Forgets all that is known of a member. */
    void forget(Seat seat) {
        forget(ListKind.RESOURCES, seat);
        forget(ListKind.TEMPLATES, seat);
    }

    /** Who should have it, the likeliest first: who lists it, then those with a template that matches. */
    List<Seat> likely(String uri, Seats seats) {
        Set<Seat> likely = new LinkedHashSet<>();
        List<Template> known;
        lock.lock();
        try {
            Seat owner = uris.get(uri);
            Template same = templates.get(uri);
            if (owner != null) {
                likely.add(owner);
            }
            if (same != null) {
                likely.add(same.seat());
            }
            known = List.copyOf(templates.values());
        } finally {
            lock.unlock();
        }
        Set<Seat> fitting = known.stream()
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

package dev.tenon.wire;

import dev.tenon.model.NotificationType;
import dev.tenon.model.Params;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The notifications that exist in one revision in one direction, by name. */
final class Announcements {
    private final Map<String, Announcement<?>> byName = new HashMap<>();

    <P extends Params> Announcements add(NotificationType<P> type, Codec<P> params) {
        byName.put(type.name(), new Announcement<>(type, params));
        return this;
    }

    @Nullable NotificationType<?> type(String name) {
        Announcement<?> announcement = byName.get(name);
        return announcement == null ? null : announcement.type();
    }

    /** The types agree, since an announcement is only ever added with a codec of its type. */
    @SuppressWarnings("unchecked")
    <P extends Params> @Nullable Announcement<P> of(NotificationType<P> type) {
        return (Announcement<P>) byName.get(type.name());
    }
}

package dev.tenon.wire;

import dev.tenon.model.NotificationType;
import dev.tenon.model.Params;

/** A notification of one revision: its type and how it is written there. */
record Announcement<P extends Params>(NotificationType<P> type, Codec<P> params) {}

package dev.tenon.oauth;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that a test advances. */
public final class ManualClock extends Clock {
    private final AtomicReference<Instant> now;

    /** Creates a clock that shows this time, such as {@code 2030-01-01T00:00:00Z}. */
    public ManualClock(String start) {
        now = new AtomicReference<>(Instant.parse(start));
    }

    public void advance(Duration time) {
        now.updateAndGet(before -> before.plus(time));
    }

    @Override
    public Instant instant() {
        return now.get();
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }
}

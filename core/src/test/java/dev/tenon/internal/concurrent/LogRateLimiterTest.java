package dev.tenon.internal.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LogRateLimiterTest {

    /** Issue 20, item 21: log entries that peers cause are limited. */
    @Test
    void a_period_admits_a_limited_number_and_the_next_entry_reports_the_suppressed_ones() {
        AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
        LogRateLimiter limit = new LogRateLimiter(2, Duration.ofNanos(100), now::get);

        assertThat(limit.admitAndTakeSuppressed()).isZero();
        assertThat(limit.admitAndTakeSuppressed()).isZero();
        assertThat(limit.admitAndTakeSuppressed()).isEqualTo(-1);
        assertThat(limit.admitAndTakeSuppressed()).isEqualTo(-1);
        now.addAndGet(100);
        assertThat(limit.admitAndTakeSuppressed()).isEqualTo(2);
        assertThat(limit.admitAndTakeSuppressed()).isZero();
        assertThat(limit.admitAndTakeSuppressed()).isEqualTo(-1);
    }
}

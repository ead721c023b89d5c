package dev.tenon.server.internal.observer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.server.observer.NotificationInfo;
import dev.tenon.server.observer.RejectionInfo;
import dev.tenon.server.observer.ServerObserver;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CompositeObserverTest {
    private static final NotificationInfo NOTIFICATION = new NotificationInfo("x", null, null, null, false);
    private static final RejectionInfo REJECTION = new RejectionInfo("http", null, 0, 400, "no");

    private final List<String> events = new ArrayList<>();
    private Throwable failure = new IllegalStateException("an observer");

    private final ServerObserver failing = new ServerObserver() {
        @Override
        public boolean isObservingRequests() {
            throw throwFailure();
        }

        @Override
        public void onNotification(NotificationInfo notification) {
            throw throwFailure();
        }

        @Override
        public void onRejection(RejectionInfo rejection) {
            throw throwFailure();
        }
    };

    private final ServerObserver recording = new ServerObserver() {
        @Override
        public boolean isObservingRequests() {
            return false;
        }

        @Override
        public void onNotification(NotificationInfo notification) {
            events.add("notification");
        }

        @Override
        public void onRejection(RejectionInfo rejection) {
            events.add("rejection");
        }
    };

    private final CompositeObserver composite = new CompositeObserver(List.of(failing, recording));

    private RuntimeException throwFailure() {
        if (failure instanceof Error error) {
            throw error;
        }
        return (RuntimeException) failure;
    }

    @Test
    void an_observer_that_fails_does_not_affect_the_others() {
        composite.onNotification(NOTIFICATION);
        composite.onRejection(REJECTION);

        assertThat(events).containsExactly("notification", "rejection");
    }

    @Test
    void an_error_of_an_observer_does_not_affect_the_others() {
        failure = new AssertionError("an observer");
        composite.onNotification(NOTIFICATION);

        assertThat(events).containsExactly("notification");
    }

    @Test
    void a_failure_of_the_jvm_is_rethrown() {
        failure = new OutOfMemoryError("a test");

        assertThatThrownBy(() -> composite.onNotification(NOTIFICATION)).isSameAs(failure);
    }

    @Test
    void requests_are_observed_if_one_observer_does_or_fails_to_say_so() {
        assertThat(new CompositeObserver(List.of(recording, recording)).isObservingRequests())
                .isFalse();
        assertThat(new CompositeObserver(List.of(recording, new ServerObserver() {})).isObservingRequests())
                .isTrue();
        assertThat(composite.isObservingRequests()).isTrue();
    }
}

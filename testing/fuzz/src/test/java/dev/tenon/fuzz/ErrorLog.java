package dev.tenon.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;
import org.slf4j.helpers.NOPMDCAdapter;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/** The SLF4J provider of this JVM: it stores errors, which no input may cause, and drops all other messages. */
public final class ErrorLog implements SLF4JServiceProvider {
    private static final Queue<String> ERRORS = new ConcurrentLinkedQueue<>();

    /** Fails if an error was logged since the last call. */
    static void assertEmpty() {
        List<String> errors = new ArrayList<>();
        for (String error = ERRORS.poll(); error != null; error = ERRORS.poll()) {
            errors.add(error);
        }
        FuzzAssertions.assertTrue(errors.isEmpty(), () -> "logged: " + errors);
    }

    @Override
    public ILoggerFactory getLoggerFactory() {
        return CollectingLogger::new;
    }

    @Override
    public IMarkerFactory getMarkerFactory() {
        return new BasicMarkerFactory();
    }

    @Override
    public MDCAdapter getMDCAdapter() {
        return new NOPMDCAdapter();
    }

    @Override
    public String getRequestedApiVersion() {
        return "2.0";
    }

    @Override
    public void initialize() {}

    private static final class CollectingLogger extends LegacyAbstractLogger {
        private static final long serialVersionUID = 1L;

        CollectingLogger(String name) {
            this.name = name;
        }

        @Override
        public boolean isTraceEnabled() {
            return false;
        }

        @Override
        public boolean isDebugEnabled() {
            return false;
        }

        @Override
        public boolean isInfoEnabled() {
            return false;
        }

        @Override
        public boolean isWarnEnabled() {
            return false;
        }

        @Override
        public boolean isErrorEnabled() {
            return true;
        }

        @Override
        protected @Nullable String getFullyQualifiedCallerName() {
            return null;
        }

        @Override
        protected void handleNormalizedLoggingCall(
                Level level,
                @Nullable Marker marker,
                String message,
                Object @Nullable [] arguments,
                @Nullable Throwable thrown) {
            StringBuilder text = new StringBuilder(name).append(": ");
            text.append(MessageFormatter.basicArrayFormat(message, arguments));
            for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
                text.append("\n  ").append(cause);
                List.of(cause.getStackTrace()).stream().limit(12).forEach(frame -> text.append("\n    at ")
                        .append(frame));
            }
            ERRORS.add(text.toString());
        }
    }
}

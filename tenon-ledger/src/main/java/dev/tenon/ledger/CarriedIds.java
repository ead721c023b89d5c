package dev.tenon.ledger;

import java.lang.reflect.AnnotatedElement;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/** Finds the ledger ids of a test: its own, those of what it came from (a factory, a template), and of its classes. */
final class CarriedIds {

    Set<String> by(TestIdentifier test, TestPlan plan) {
        Set<String> ids = new LinkedHashSet<>();
        for (TestIdentifier at = test; at != null; at = plan.getParent(at).orElse(null)) {
            collect(at.getSource().orElse(null), ids);
        }
        return ids;
    }

    private static void collect(@Nullable TestSource source, Set<String> ids) {
        if (source instanceof MethodSource method) {
            addOf(method.getJavaMethod(), ids);
            addOfClasses(method.getJavaClass(), ids);
        } else if (source instanceof ClassSource type) {
            addOfClasses(type.getJavaClass(), ids);
        }
    }

    private static void addOfClasses(Class<?> type, Set<String> ids) {
        for (Class<?> at = type; at != null; at = at.getEnclosingClass()) {
            for (Class<?> declared = at; declared != null; declared = declared.getSuperclass()) {
                addOf(declared, ids);
            }
        }
    }

    private static void addOf(AnnotatedElement element, Set<String> ids) {
        Ledger ledger = element.getAnnotation(Ledger.class);
        if (ledger != null) {
            Collections.addAll(ids, ledger.value());
        }
    }
}

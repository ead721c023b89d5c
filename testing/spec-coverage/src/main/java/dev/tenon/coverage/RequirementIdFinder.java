package dev.tenon.coverage;

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

/** Finds the requirement ids of a test: its own, those of its factory or template, and those of its classes. */
final class RequirementIdFinder {

    Set<String> findIds(TestIdentifier test, TestPlan plan) {
        Set<String> ids = new LinkedHashSet<>();
        for (TestIdentifier at = test; at != null; at = plan.getParent(at).orElse(null)) {
            collectIds(at.getSource().orElse(null), ids);
        }
        return ids;
    }

    private static void collectIds(@Nullable TestSource source, Set<String> ids) {
        if (source instanceof MethodSource method) {
            addDeclaredIds(method.getJavaMethod(), ids);
            addIdsOfClasses(method.getJavaClass(), ids);
        } else if (source instanceof ClassSource type) {
            addIdsOfClasses(type.getJavaClass(), ids);
        }
    }

    private static void addIdsOfClasses(Class<?> type, Set<String> ids) {
        for (Class<?> at = type; at != null; at = at.getEnclosingClass()) {
            for (Class<?> declared = at; declared != null; declared = declared.getSuperclass()) {
                addDeclaredIds(declared, ids);
            }
        }
    }

    private static void addDeclaredIds(AnnotatedElement element, Set<String> ids) {
        Covers covers = element.getAnnotation(Covers.class);
        if (covers != null) {
            Collections.addAll(ids, covers.value());
        }
    }
}

package dev.tenon.architecture;

import static com.tngtech.archunit.lang.SimpleConditionEvent.violated;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** What holds for everything that a user of the library sees. */
class ApiTest {

    private static final JavaClasses CLASSES = ProjectModules.classes();

    @Test
    void public_methods_block_and_hand_out_no_futures() {
        methods()
                .that()
                .arePublic()
                .and()
                .areDeclaredInClassesThat()
                .arePublic()
                .and()
                .areDeclaredInClassesThat()
                .resideOutsideOfPackage("..internal..")
                .should(notExposeFutures())
                .check(CLASSES);
    }

    @Test
    void locks_are_locks_and_no_method_is_synchronized() {
        assertThat(CLASSES.stream()
                        .flatMap(type -> type.getMethods().stream())
                        .filter(method -> method.getModifiers()
                                .contains(com.tngtech.archunit.core.domain.JavaModifier.SYNCHRONIZED))
                        .map(JavaMethod::getFullName))
                .as("A virtual thread that waits in a synchronized method holds its carrier on JDK 21: use a lock.")
                .isEmpty();
    }

    @Test
    void every_package_is_null_marked() {
        Set<String> marked = CLASSES.stream()
                .filter(type -> type.getSimpleName().equals("package-info"))
                .filter(type -> type.isAnnotatedWith(NullMarked.class))
                .map(type -> type.getPackageName())
                .collect(toSet());
        Set<String> all = CLASSES.stream()
                .filter(type -> !type.getSimpleName().equals("module-info"))
                .map(type -> type.getPackageName())
                .collect(toSet());

        assertThat(all).isNotEmpty();
        assertThat(marked).containsExactlyInAnyOrderElementsOf(all);
    }

    private static ArchCondition<JavaMethod> notExposeFutures() {
        return new ArchCondition<>("not speak of futures or reactive types") {
            @Override
            public void check(JavaMethod method, ConditionEvents events) {
                method.getAllInvolvedRawTypes().stream()
                        .filter(type -> type.isAssignableTo(Future.class)
                                || type.isAssignableTo(CompletionStage.class)
                                || type.getPackageName().startsWith("reactor.")
                                || type.getPackageName().startsWith("org.reactivestreams"))
                        .forEach(type -> events.add(
                                violated(method, method.getFullName() + " speaks of " + type.getSimpleName())));
            }
        };
    }
}

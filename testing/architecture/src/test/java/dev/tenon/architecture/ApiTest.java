package dev.tenon.architecture;

import static com.tngtech.archunit.lang.SimpleConditionEvent.violated;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** Rules for the public API of the library. */
class ApiTest {

    private static final JavaClasses CLASSES = ProjectModules.classes();

    @Test
    void public_methods_block_and_return_no_futures() {
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
    void no_method_is_synchronized() {
        assertThat(CLASSES.stream()
                        .flatMap(type -> type.getMethods().stream())
                        .filter(method -> method.getModifiers()
                                .contains(com.tngtech.archunit.core.domain.JavaModifier.SYNCHRONIZED))
                        .map(JavaMethod::getFullName))
                .as("A virtual thread that waits in a synchronized method holds its carrier on JDK 21: use a lock.")
                .isEmpty();
    }

    @Test
    void modules_and_exported_packages_are_null_marked() {
        Set<String> markedPackages = CLASSES.stream()
                .filter(type -> type.getSimpleName().equals("package-info"))
                .filter(type -> type.isAnnotatedWith(NullMarked.class))
                .map(JavaClass::getPackageName)
                .collect(toSet());
        List<Path> modules = ProjectModules.publishedModules();

        assertThat(modules).allSatisfy(module -> assertThat(module.resolve("src/main/java/module-info.java"))
                .content()
                .contains("\n@NullMarked\n"));
        assertThat(markedPackages).containsAll(exportedPackages());
        assertThat(CLASSES.stream()
                        .filter(type -> !modules.contains(ProjectModules.moduleOf(type)))
                        .map(JavaClass::getPackageName))
                .isNotEmpty()
                .isSubsetOf(markedPackages);
    }

    /** The exported packages: on the class path their own annotation counts. */
    private static Set<String> exportedPackages() {
        return ProjectModules.publishedModules().stream()
                .flatMap(module -> ProjectModules.findDescriptor(module).stream())
                .flatMap(module -> module.exports().stream())
                .filter(exports -> !exports.isQualified())
                .map(ModuleDescriptor.Exports::source)
                .collect(toSet());
    }

    private static ArchCondition<JavaMethod> notExposeFutures() {
        return new ArchCondition<>("not use futures or reactive types") {
            @Override
            public void check(JavaMethod method, ConditionEvents events) {
                method.getAllInvolvedRawTypes().stream()
                        .filter(type -> type.isAssignableTo(Future.class)
                                || type.isAssignableTo(CompletionStage.class)
                                || type.getPackageName().startsWith("reactor.")
                                || type.getPackageName().startsWith("org.reactivestreams"))
                        .forEach(type ->
                                events.add(violated(method, method.getFullName() + " uses " + type.getSimpleName())));
            }
        };
    }
}

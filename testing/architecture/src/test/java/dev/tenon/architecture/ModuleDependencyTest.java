package dev.tenon.architecture;

import static com.tngtech.archunit.lang.SimpleConditionEvent.violated;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class ModuleDependencyTest {

    private static final EnumSet<ArchitectureModule> WITHOUT_MAIN_CODE = EnumSet.of(ArchitectureModule.EXAMPLES);
    private static final JavaClasses CLASSES = ProjectModules.classes();

    @Test
    void all_modules_are_found() {
        Set<ArchitectureModule> seen = CLASSES.stream()
                .map(type -> ArchitectureModule.findByPackage(type.getPackageName()))
                .flatMap(Optional::stream)
                .collect(toSet());

        assertThat(CLASSES).isNotEmpty();
        assertThat(seen)
                .as("all modules are built, but those that have no main code")
                .containsAll(EnumSet.complementOf(WITHOUT_MAIN_CODE));
    }

    @Test
    void every_package_belongs_to_a_module() {
        classes()
                .should(classCondition(
                        "belong to a module",
                        type -> ArchitectureModule.findByPackage(type.getPackageName())
                                .isPresent(),
                        "is in no module of ArchitectureModule: add it there, with its dependencies"))
                .check(CLASSES);
    }

    @Test
    void a_module_depends_only_on_what_is_allowed() {
        classes()
                .should(dependOnlyWhere(
                        "have allowed dependencies only", ArchitectureModule::isAllowed, "not allowed:"))
                .check(CLASSES);
    }

    @Test
    void an_internal_package_is_used_only_by_modules_that_it_is_exported_to() {
        classes()
                .should(dependOnlyWhere(
                        "not use internal packages of other modules",
                        ModuleDependencyTest::avoidsForeignInternals,
                        "internal package of another module:"))
                .check(CLASSES);
    }

    /** An API package and the internal packages below it may need each other. */
    @Test
    void packages_form_no_cycles() {
        Map<String, Set<String>> dependencies = new TreeMap<>();
        CLASSES.stream()
                .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                .forEach(dependency -> {
                    String from = dependency.getOriginClass().getPackageName();
                    String to =
                            dependency.getTargetClass().getBaseComponentType().getPackageName();
                    if (to.startsWith("dev.tenon.") && !from.equals(to) && !isInternalTo(from, to)) {
                        dependencies
                                .computeIfAbsent(from, added -> new TreeSet<>())
                                .add(to);
                    }
                });

        assertThat(dependencies).isNotEmpty();
        assertThat(findCycle(dependencies)).isEmpty();
    }

    private static boolean isInternalTo(String packageName, String api) {
        return packageName.equals(api + ".internal") || packageName.startsWith(api + ".internal.");
    }

    /** Removes packages that depend on none of those that are left, until there are none, or only cycles are left. */
    private static Map<String, Set<String>> findCycle(Map<String, Set<String>> dependencies) {
        boolean isSmaller = true;
        while (isSmaller) {
            dependencies.values().forEach(targets -> targets.retainAll(dependencies.keySet()));
            isSmaller = dependencies.values().removeIf(Set::isEmpty);
        }
        return dependencies;
    }

    private static boolean avoidsForeignInternals(Dependency dependency) {
        JavaClass target = dependency.getTargetClass().getBaseComponentType();
        if (!(target.getPackageName() + ".").contains(".internal.")) {
            return true;
        }
        Path from = ProjectModules.moduleOf(dependency.getOriginClass());
        Path to = ProjectModules.moduleOf(target);
        return from.equals(to) || isExportedTo(to, target.getPackageName(), from);
    }

    /** Modules without a descriptor, such as the bench, read what is exported to any module of the project. */
    private static boolean isExportedTo(Path module, String packageName, Path reader) {
        Optional<String> name = ProjectModules.findDescriptor(reader).map(ModuleDescriptor::name);
        return ProjectModules.findDescriptor(module).orElseThrow().exports().stream()
                .filter(exports -> exports.source().equals(packageName))
                .anyMatch(exports -> name.isEmpty() || exports.targets().contains(name.get()));
    }

    private static ArchCondition<JavaClass> dependOnlyWhere(
            String description, Predicate<Dependency> allowed, String problem) {
        return new ArchCondition<>(description) {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                type.getDirectDependenciesFromSelf().stream()
                        .filter(dependency ->
                                dependency.getTargetClass().getPackageName().startsWith("dev.tenon."))
                        .filter(dependency -> !allowed.test(dependency))
                        .forEach(dependency ->
                                events.add(violated(dependency, problem + " " + dependency.getDescription())));
            }
        };
    }

    private static ArchCondition<JavaClass> classCondition(
            String description, Predicate<JavaClass> holds, String problem) {
        return new ArchCondition<>(description) {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                if (!holds.test(type)) {
                    events.add(violated(type, type.getName() + " " + problem));
                }
            }
        };
    }
}
